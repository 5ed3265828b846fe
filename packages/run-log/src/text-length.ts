/** Bytes of a text in UTF-8. Half a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowHalf(text.charCodeAt(at + 1))) {
      bytes += 2
      at += 1
    } else bytes += 2
  }
  return bytes
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
