import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { listSources, measure, measureSource } from './codebase.ts'
import { writeReport } from './report.ts'

describe('the codebase', () => {
  test('is listed and measured', async () => {
    const listed = await runTool(listSources, {}, testContext())
    assert.ok(listed.ok)
    assert.deepEqual(JSON.parse(listed.text), ['desk.js', 'prices.js', 'stock.js'])
    assert.deepEqual(measure('a.js', 'function a() {\n}\n// TODO: b\n'), { file: 'a.js', lines: 3, functions: 1, open: 1 })
  })

  test('has no other files', async () => {
    assert.ok(!(await runTool(measureSource, { file: 'none.js' }, testContext())).ok)
  })
})

test('a report is told and shared', async () => {
  const told = await runTool(writeReport, { title: 'T', findings: ['one', 'two'] }, testContext())
  assert.ok(told.ok)
  assert.equal(told.text, '# T\n- one\n- two')
  assert.equal(told.ops.length, 1)
})
