/** City, region, country, without unknown and repeated parts: Berlin, Germany. */
export function placeOf({ city, region, country, country_code }: Readonly<Record<string, string>>): string {
  const parts = [city, region, country ?? country_code].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)].join(', ')
}
