export const exchange = {
  request: 'Request',
  response: 'Response',
  none: 'No response.',
  headers: 'Headers',
  body: 'Body',
  emptyBody: 'empty',
  took: (ms: string) => `${ms} ms`,
  status: (status: number | null) => (status === null ? 'no response' : String(status)),
}
