const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text without halves of characters, which have no bytes: each becomes U+FFFD, as encoders of UTF-8 write it. */
export function wellFormed(text: string): string {
  return text.replace(HALF, '\ufffd')
}
