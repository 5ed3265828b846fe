import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const PYTHON = `
from typing import Any
from neuro_san.interfaces.coded_tool import CodedTool

class Accountant(CodedTool):
    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        given = args.get("running_cost")
        if given is not None:
            return {"running_cost": float(given) + 3.0}
        total = float(sly_data.get("running_cost") or 0.0) + 3.0
        sly_data["running_cost"] = total
        return {"running_cost": total}

class Short(CodedTool):
    async def async_invoke(self, args, sly_data):
        return {"running_cost": float(args.get("running_cost") or 0.0) + 3.0}
`

const TYPESCRIPT = `
interface Bill { running_cost?: number | string | null }
export class Accountant {
  async asyncInvoke(args: Bill, slyData: Bill) {
    if (args.running_cost != null) return { running_cost: Number(args.running_cost) + 3.0 }
    const total = Number(slyData.running_cost ?? 0) + 3.0
    slyData.running_cost = total
    return { running_cost: total }
  }
}
export class Short {
  async asyncInvoke(args: Bill) {
    return { running_cost: Number(args.running_cost ?? 0) + 3.0 }
  }
}
`

const LANGUAGES = [
  {
    language: 'python',
    file: 'coded_tools/accountant.py',
    source: PYTHON,
    text: (n: string) => `{'running_cost': ${n}.0}`,
    json: (n: string) => `${n}.0`,
  },
  {
    language: 'typescript',
    file: 'coded_tools/accountant.ts',
    source: TYPESCRIPT,
    text: (n: string) => `{"running_cost":${n}}`,
    json: (n: string) => n,
  },
] as const

describe.each(LANGUAGES)('the Accountant in $language', ({ language, file, source, text, json }) => {
  let test_: TestHosts
  beforeAll(async () => {
    test_ = await startTestHosts()
  })
  afterAll(() => test_.dispose())
  const sources = projectSources(writeProject({ [file]: source }))
  const call = (run: string, name: string, args: string, sly: Record<string, string>) =>
    callTool(test_.hosts, sources, `accountant.${name}`, { run, args, sly })

  test.each([
    ['N-22', '{"running_cost": 0.00}', {}, '3', {}],
    ['N-22', '{"running_cost": 3.0}', {}, '6', {}],
    ['N-23', '{}', { running_cost: '6.0' }, '9', { running_cost: json('9') }],
    ['N-24', '{}', {}, '3', { running_cost: json('3') }],
    ['N-25', '{"running_cost": 3.0}', { running_cost: '6.0' }, '6', {}],
    ['N-26', '{"running_cost": "3.0"}', {}, '6', {}],
    ['N-24', '{"running_cost": null}', {}, '3', { running_cost: json('3') }],
  ] as const)('[%s] args %s and sly data %j give %s', async (_rule, args, sly, total, set) => {
    const { reply, infos } = await call(`run_${args}${JSON.stringify(sly)}`, 'Accountant', args, sly)
    expect(reply).toMatchObject({ ok: true, text: text(total), sly: { set, del: [], opaque: {} } })
    expect(infos).toMatchObject([{ language, file }])
  })

  test('[N-98] the short form adds the fee to the argument and leaves sly data alone', async () => {
    const { reply } = await call('run_short', 'Short', '{}', { running_cost: '6.0' })
    expect(reply).toMatchObject({ ok: true, text: text('3'), sly: { set: {}, del: [], opaque: {} } })
    const again = await call('run_short', 'Short', '{"running_cost": 4.0}', {})
    expect(again.reply).toMatchObject({ ok: true, text: text('7') })
  })

  test('[N-28] the total lives on in sly data from call to call of one run', async () => {
    const first = await call('run_two', 'Accountant', '{}', {})
    const second = await call('run_two', 'Accountant', '{}', first.reply.sly.set)
    expect(second.reply).toMatchObject({ ok: true, text: text('6'), reads: ['running_cost'] })
  })
})
