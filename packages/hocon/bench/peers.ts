// Other libraries on the same files.
import { jarOfMaven, runProgram } from '../src/testing/machine.ts'
import type { Speeds } from './hocon.bench.ts'

type Report = (label: string, figure: string) => void

const VERSION = '1.4.3'
const JAVA = new URL('PeerSpeed.java', import.meta.url).pathname

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

export function reportPeers(report: Report, root: string, { alone, withIncludes }: Speeds): void {
  const jar = jarPath()
  const reference = `com.typesafe:config ${VERSION}, warm, without includes`
  if (jar === undefined) report(reference, 'needs its jar: --jar PATH')
  else reportPeer(report, reference, runProgram('java', '-cp', jar, JAVA, root), alone)
  const python = process.env.SLYGLASS_PYHOCON ?? 'python3'
  reportPeer(report, 'pyhocon, with includes', runProgram(python, '-c', PYTHON, root), withIncludes)
}

function reportPeer(report: Report, label: string, { out, fault }: ReturnType<typeof runProgram>, ours: number): void {
  const [seconds = 0, size = 0] = out.trim().split(' ').map(Number)
  if (fault !== undefined || seconds === 0) report(label, `could not be run: ${fault ?? 'nothing was timed'}`)
  else report(label, `${(size / 1e6 / seconds).toPrecision(3)} MB/s; ${timesAsLong((seconds * 1000) / ours)}`)
}

const timesAsLong = (factor: number): string => `takes ${factor.toPrecision(3)} times as long as ours`

/** The jar that was named, else the one that Maven keeps. */
function jarPath(): string | undefined {
  const at = process.argv.indexOf('--jar')
  return at === -1 ? jarOfMaven('com/typesafe/config', VERSION) : process.argv[at + 1]
}
