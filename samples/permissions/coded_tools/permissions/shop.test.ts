import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { authorizedOperation } from './shop.ts'

const close = (deps: Record<string, unknown>) => runTool(authorizedOperation, { operation: 'close' }, testContext({ deps }))

describe('authorized_operation', () => {
  test('is refused without admin_access, also where nothing is said', async () => {
    for (const deps of [{}, { user_permissions: [] }, { user_permissions: ['read_access'] }, { user_permissions: 'admin_access' }])
      assert.deepEqual(await close(deps), {
        ok: false,
        reason: '"Insufficient permissions: admin_access required"',
        category: 'permission',
      })
  })

  test('runs with it', async () => {
    const told = await close({ user_permissions: ['read_access', 'admin_access'] })
    assert.ok(told.ok)
    assert.equal(told.text, 'The shop is closed now.')
  })
})
