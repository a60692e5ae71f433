/** The samples (16 bits) that the bytes of ITU-T G.711 stand for, in the European and in the American code. */
export const A_LAW = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55
  const [exponent, mantissa] = [(bits >> 4) & 7, bits & 15]
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1)
  return bits & 0x80 ? size : -size
})

export const MU_LAW = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte
  const [exponent, mantissa] = [(bits >> 4) & 7, bits & 15]
  const size = (((mantissa << 3) + 0x84) << exponent) - 0x84
  return bits & 0x80 ? -size : size
})
