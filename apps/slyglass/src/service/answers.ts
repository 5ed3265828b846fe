// Whole answers of the service, in the forms that neuro-san's clients know.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Json, toJson } from '@slyglass/base'
import { pythonJson } from '@slyglass/tools'

const HTML = 'text/html; charset=UTF-8'
const WORDS: Readonly<Record<number, string>> = { 404: 'Not Found', 405: 'Method Not Allowed' }

/** JSON as Python writes it: a blank behind commas and colons, everything beyond ASCII escaped. */
export function jsonText(value: Json): string {
  return pythonJson(value, 'escaped')
}

/** A JSON answer with its tag, or 304 when the client has it. */
export function answerJson(request: IncomingMessage, response: ServerResponse, value: Json, status = 200): void {
  const body = jsonText(value)
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const length = Buffer.byteLength(body)
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', etag, 'content-length': length })
    .end(body)
}

/** A fault that a program reads. */
export function answerFault(request: IncomingMessage, response: ServerResponse, status: number, fault: string): void {
  answerJson(request, response, toJson({ error: fault }), status)
}

/** 404 and 405 of paths and methods: a small page. */
export function answerPage(request: IncomingMessage, response: ServerResponse, status: 404 | 405): void {
  const title = `${status}: ${WORDS[status]}`
  const body = `<html><title>${title}</title><body>${title}</body></html>`
  response.writeHead(status, { 'content-type': HTML, 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Unknown and unserved networks are told alike, in an empty answer. */
export function answerUnknown(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': HTML, 'content-length': 0 }).end()
}

/** A sentence. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': HTML, 'content-length': Buffer.byteLength(text) }).end(text)
}
