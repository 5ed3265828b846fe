import { expect, test } from 'vitest'
import { endsWithCode } from './ends-with-code.ts'

test('[B-46] a question that ends with its code says what follows by the rule of the network, and promises to ask only where it will', () => {
  expect(endsWithCode({})).toMatch(/you are then asked whether the code runs again\.$/)
  expect(endsWithCode({ lostCode: 'rerun' })).toMatch(/the code then runs again from its beginning/)
  expect(endsWithCode({ lostCode: 'fail' })).toMatch(/the code does not run again.*the model is told so\.$/)
  for (const lostCode of ['rerun', 'fail'] as const) expect(endsWithCode({ lostCode })).not.toContain('you are then')
})
