/** Made by `build/land.ts`, in tenths of a degree. */
declare module 'virtual:land' {
  const path: string
  export default path
}
