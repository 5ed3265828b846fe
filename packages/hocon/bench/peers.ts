// Other libraries on the same files.
import { jarOfMaven, LineProgram, runProgram } from '../src/testing/machine.ts'
import { percentile } from './timing.ts'

type Report = (label: string, figure: string) => void

const VERSION = '1.4.3'
const JAVA = new URL('PeerSpeed.java', import.meta.url).pathname
const TURNS = 15
/** Passes of a turn: about a quarter of a second. */
const PASSES = 12

const PYTHON = `
import logging, os, sys, time
from pyhocon import ConfigFactory
logging.disable(logging.CRITICAL)
os.chdir(sys.argv[1])
files = [os.path.join(folder, name) for folder, _, names in os.walk('.') for name in names if name.endswith('.hocon')]
texts = [open(file, encoding='utf-8').read() for file in files]
started = time.perf_counter()
for text in texts:
    try:
        ConfigFactory.parse_string(text)
    except Exception:
        pass
print(time.perf_counter() - started, sum(map(len, texts)))
`

/** What of ours is set beside a peer: one pass over all files by themselves, and the milliseconds of one with includes. */
export interface Ours {
  readonly alone: () => void
  readonly withIncludes: number
}

export async function reportPeers(report: Report, root: string, ours: Ours): Promise<void> {
  const jar = jarPath()
  const reference = `com.typesafe:config ${VERSION}, warm, each file by itself`
  if (jar === undefined) report(reference, 'needs its jar: --jar PATH')
  else await reportReference(report, reference, new LineProgram('java', '-cp', jar, JAVA, root), ours.alone)
  const python = process.env.SLYGLASS_PYHOCON ?? 'python3'
  const { out, fault } = runProgram(python, '-c', PYTHON, root)
  const [seconds = 0, size = 0] = out.trim().split(' ').map(Number)
  const label = 'pyhocon with includes, one pass'
  if (fault !== undefined || seconds === 0) report(label, `could not be run: ${fault ?? 'nothing was timed'}`)
  else
    report(
      label,
      `${speed(size, seconds)} MB/s; it takes ${times((seconds * 1000) / ours.withIncludes)} as long as ours`,
    )
}

// Turn by turn, so that both meet the same noise of the machine.
async function reportReference(report: Report, label: string, java: LineProgram, alone: () => void): Promise<void> {
  const size = Number(await java.said())
  if (!(size > 0)) return report(label, `could not be run: ${java.fault}`)
  const [theirs, ours]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    const started = performance.now()
    for (let pass = 0; pass < PASSES; pass += 1) alone()
    ours.push((performance.now() - started) / 1e3 / PASSES)
    theirs.push(Number(await java.ask(`${PASSES}`)) / PASSES)
  }
  java.end()
  const [their, our] = [percentile(theirs, 0.5), percentile(ours, 0.5)]
  report(label, `${speed(size, their)} MB/s`)
  report(`ours, in ${TURNS} turns with it`, `${speed(size, our)} MB/s; it takes ${times(their / our)} as long as ours`)
}

const speed = (size: number, seconds: number): string => (size / 1e6 / seconds).toPrecision(3)
const times = (factor: number): string => `${factor.toPrecision(3)} times`

/** The jar that was named, else the one that Maven keeps. */
function jarPath(): string | undefined {
  const at = process.argv.indexOf('--jar')
  return at === -1 ? jarOfMaven('com/typesafe/config', VERSION) : process.argv[at + 1]
}
