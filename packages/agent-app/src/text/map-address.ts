/** The page of OpenStreetMap that marks a point. Coordinates in degrees; `zoom`: 16 shows streets, 10 a city. */
export const mapAddress = (latitude: number, longitude: number, zoom: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`
