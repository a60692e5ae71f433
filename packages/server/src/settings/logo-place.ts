/** The address of a company's logo. It is public, and never changes for one file. */
export const logoUrl = (publicUrl: string, logo: string | null): string | null =>
  logo === null ? null : `${publicUrl}/logo/${logo}`
