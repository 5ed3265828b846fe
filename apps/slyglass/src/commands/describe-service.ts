import type { RunningService } from '../service/start-service.ts'
import type { CommandIo } from './command.ts'

const USUAL_PORT = 8080

/** Says where the service answers, what it serves, and what it cannot. */
export async function describeService(
  service: RunningService,
  asked: number | true | undefined,
  io: CommandIo,
): Promise<void> {
  if (typeof asked !== 'number' && service.port !== USUAL_PORT) io.out(`Port ${USUAL_PORT} is busy.`)
  const networks = await service.served.all()
  const names = networks.map(({ network }) => network.name).join(', ')
  io.out(`The service is ready: ${service.url}`)
  io.out(networks.length === 0 ? 'It serves no network.' : `It serves ${names}.`)
  for (const { file, why } of await service.served.faults()) io.err(`${file} is not served: ${why}`)
}
