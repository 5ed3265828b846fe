// The port that the studio was asked to take, looked at before anything is installed or built.
import { get } from 'node:http'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'

/** One line when these arguments open the studio on a port that is taken, else undefined. */
export async function portComplaint(args) {
  const port = askedPort(args)
  if (port === undefined || !(await isTaken(port))) return undefined
  return (await isStudio(port))
    ? `Port ${port} is taken by a Slyglass that runs already. Use it at the address it printed, or choose another port with --port.`
    : `Port ${port} is taken by another program. Choose another one with --port.`
}

/** The port that `open` is given; a number that is no port is left to the command line to refuse. */
export function askedPort(args) {
  const [command = ''] = args
  if (!['', 'open', 'run'].includes(command) && !command.startsWith('-')) return undefined
  if (args.some((arg) => ['-h', '--help', '-V', '--version'].includes(arg))) return undefined
  const at = args.findLastIndex((arg) => arg === '--port' || arg.startsWith('--port='))
  if (at === -1) return undefined
  const text = args[at] === '--port' ? (args[at + 1] ?? '') : args[at].slice('--port='.length)
  const port = Number(text)
  return /^\d+$/.test(text) && port > 0 && port <= 65_535 ? port : undefined
}

function isTaken(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (cause) => resolve(cause.code === 'EADDRINUSE'))
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(false)))
  })
}

// Its page is for everyone; it needs no token.
function isStudio(port) {
  return new Promise((resolve) => {
    const request = get({ host: HOST, port, agent: false, signal: AbortSignal.timeout(1000) }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', () => resolve(false))
      response.on('data', (piece) => {
        text += piece
        const known = text.includes('<title>Slyglass</title>')
        if (!known && text.length < 20_000) return
        resolve(known)
        request.destroy()
      })
      response.on('end', () => resolve(false))
    })
    request.on('error', () => resolve(false))
  })
}
