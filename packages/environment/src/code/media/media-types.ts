// What kind of media something is, by its name or its first bytes.
import type { Media } from '@slyglass/runtime'

export type MediaKind = Media['kind']

const BY_ENDING: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  ogv: 'video/ogg',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
}

/** Where the bytes begin with, as Latin-1; a dot stands for any byte. */
const BY_BYTES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^BM[\s\S]{12}/, 'image/bmp'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/, 'image/svg+xml'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wav'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^[\s\S]{4}ftypM4A/, 'audio/mp4'],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:heic|heix)/, 'image/heic'],
  [/^[\s\S]{4}ftypqt/, 'video/quicktime'],
  [/^[\s\S]{4}ftyp/, 'video/mp4'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^RIFF[\s\S]{4}AVI /, 'video/x-msvideo'],
]

/** The media type, by what is known best: what was said, the name, the bytes. Undefined when nothing tells. */
export function mediaTypeOf(bytes: Uint8Array, name: string, said: string | undefined): string | undefined {
  const told = said?.split(';')[0]?.trim().toLowerCase()
  if (told !== undefined && /^(?:image|audio|video)\/[\w.+-]+$/.test(told)) return told
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending]
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1')
  return BY_BYTES.find(([begins]) => begins.test(start))?.[1]
}
