// What it takes until code of a model runs, beside the barest interpreter: `npm run bench -- code`. They take turns, so that all meet
// the same machine.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { CodeLanguage } from '@slyglass/runtime'
import { createCodePort, findPython } from '../src/index.ts'
import { devAssets, projectSources, runCell, writeProject } from '../src/testing/index.ts'

type Report = (label: string, figure: string) => void

const CELLS = Number(process.env.BENCH_CELLS ?? '20')
/** A person or a model thinks between two cells; meanwhile the next engine starts. */
const THINKING_MS = Number(process.env.BENCH_THINKING_MS ?? '1000')

export async function bench(report: Report): Promise<void> {
  const project = writeProject({ 'own.txt': 'own' })
  const sources = projectSources(project)
  const python = await findPython({ projectRoot: project })
  const port = createCodePort({ assets: await devAssets() })
  try {
    const languages = await port.languages(sources)
    for (const language of languages) {
      const cold = await cell(language)
      report(`${language}, first cell, to its first output (${cold.level})`, `${cold.first.toFixed(1)} ms`)
    }
    const times = new Map<string, number[]>()
    const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
    for (let turn = 0; turn < CELLS; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, THINKING_MS))
      if (python.found) note('bare', await bareStart(python.command))
      for (const language of languages) {
        const { first, whole } = await cell(language)
        note(`${language} first`, first)
        note(`${language} whole`, whole)
        note(`${language} next`, (await cell(language)).first)
      }
    }
    for (const language of languages) {
      const asked = language === 'python' ? 150 : 30
      report(
        `${language}, warm start, to its first output`,
        `${figures(times.get(`${language} first`))} (${asked} ms are asked)`,
      )
      report(`${language}, right after another, before an engine waits`, figures(times.get(`${language} next`)))
      report(`${language}, whole cell, until nothing of it is left`, figures(times.get(`${language} whole`)))
    }
    if (python.found) {
      const ratio = median(times.get('python first')) / median(times.get('bare'))
      report('a bare interpreter, to its first output', figures(times.get('bare')))
      report('warm start of Python against that', `${ratio.toFixed(2)} (2 is asked)`)
    }
  } finally {
    await port.dispose()
    rmSync(project, { recursive: true, force: true })
  }

  async function cell(language: CodeLanguage) {
    const began = performance.now()
    let first = 0
    const { end, infos } = await runCell(port, language, 'print("runs")', {
      sources,
      onOutput: () => {
        first ||= performance.now() - began
      },
    })
    if (end.ended !== 'ok') throw new Error(`${language}: ${JSON.stringify(end)}`)
    return { first, whole: performance.now() - began, level: infos[0]?.isolation }
  }
}

/** From its start to its first output, with nothing around it. */
function bareStart(command: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, ['-c', 'print("runs", flush=True)'], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('error', reject)
    child.stdout.once('data', () => resolve(performance.now() - began))
  })
}

function median(times: readonly number[] = []): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function figures(times: readonly number[] = []): string {
  return `median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms of ${times.length}`
}
