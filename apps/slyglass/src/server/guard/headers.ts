import type { MiddlewareHandler } from 'hono'

// Styles need 'unsafe-inline' because of the text editor; what keeps injected CSS harmless is that nothing may be loaded from
// elsewhere, no form may be sent and no connection made. The last names are the editor's own trusted-types policies.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src data: blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types slyglass-worker defaultWorkerFactory diffEditorWidget diffReview domLineBreaksComputer editorGhostText editorViewLayer richScreenReaderContent standaloneColorizer stickyScrollViewLayer tokenizeToString 'allow-duplicates'",
].join('; ')

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Puts the security headers on every answer, refusals and failures included. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.res.headers.set(name, value)
  if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
}
