/** The server that a document names. */
export interface About {
  /** Version of the interface, by SemVer. */
  readonly version: string
  /** PUBLIC_URL of the server. */
  readonly url: string
}

/** A JSON document, ready to be served. */
export type Document = Readonly<Record<string, unknown>>
