import { expect, test } from 'vitest'
import { failedReply } from './replies.ts'

test('a detail that says nothing is no detail: nobody is shown an empty line', () => {
  for (const detail of ['', ' \n'])
    expect(failedReply({ code: 'host-lost', message: 'It ended.', detail }, 'Error')).toMatchObject({
      failure: { code: 'host-lost', message: 'It ended.' },
    })
  expect(failedReply({ code: 'host-lost', message: 'It ended.', detail: '' }, 'Error').failure).not.toHaveProperty(
    'detail',
  )
  const told = failedReply({ code: 'host-lost', message: 'It ended.', detail: 'out of memory' }, 'Error')
  expect(told.failure.detail).toBe('out of memory')
})
