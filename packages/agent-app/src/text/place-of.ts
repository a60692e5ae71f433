/** City, region, country, as far as they are known and none twice: Berlin, Germany. */
export function placeOf({ city, region, country, country_code }: Readonly<Record<string, string>>): string {
  const parts = [city, region, country ?? country_code].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)].join(', ')
}
