const LINK = /^(https?:\/\/|mailto:)/i
const INLINE_IMAGE = /^data:image\/(png|jpeg|gif|webp);/i

/** Where a link or picture of a model's answer may lead; '' where it may not. */
export function safeUrl(url: string, attribute: string): string {
  if (attribute === 'src') return INLINE_IMAGE.test(url) || isOwn(url) ? url : ''
  return LINK.test(url) ? url : ''
}

/** A path on this server. An address with a host of its own would tell that host what was read. */
function isOwn(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}
