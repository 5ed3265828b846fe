import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guard } from './guard.ts'

const of = (command: string) => guard({ toolName: 'bash', arguments: { command }, deps: {} })

describe('the guard', () => {
  test('lets commands pass that change nothing', () => {
    for (const command of ['sh test.sh', 'ls -la', 'grep -n form greet.sh', 'echo farm']) assert.equal(of(command), 'allow')
  })

  test('refuses those that delete or fetch, and says which word it was', () => {
    assert.deepEqual(of('ls && rm -rf .'), { decision: 'deny', reason: 'rm is not for this agent' })
    assert.deepEqual(of('curl http://example.org'), { decision: 'deny', reason: 'curl is not for this agent' })
  })
})
