import { get } from 'node:http'

const ENOUGH = 20_000
const TIMEOUT_MS = 5_000

/** True when a studio answers there. Its page is for everyone; it needs no token. */
export function isStudio(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host, port, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', () => resolve(false))
      response.on('data', (piece: string) => {
        text += piece
        const known = text.includes('<title>Slyglass</title>')
        if (!known && text.length < ENOUGH) return
        resolve(known)
        request.destroy()
      })
      response.on('end', () => resolve(false))
    })
    request.on('error', () => resolve(false))
  })
}
