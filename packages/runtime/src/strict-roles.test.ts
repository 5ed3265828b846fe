import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from './conversation.ts'
import { alike } from './forms.ts'
import { strictRoles } from './strict-roles.ts'

const say = (role: 'system' | 'user' | 'assistant', content: string): Message => ({ role, content })
const call = (id: string): Message => ({ role: 'assistant', content: '', calls: [{ id, tool: 'now', args: '{}' }] })
const result = (callId: string): Message => ({ role: 'tool', content: '12', callId })
const strict = (...messages: readonly Message[]) => strictRoles(messages.map(alike)).map(({ truth }) => truth)

describe('[B53] strict roles', () => {
  test('neighbours of one role are one message', () => {
    expect(strict(say('system', 's'), say('user', 'a'), say('user', 'b'))).toEqual([
      say('system', 's'),
      say('user', 'a\n\nb'),
    ])
  })

  test('system texts are one, at the front', () => {
    expect(strict(say('system', 's'), say('system', 't'), say('user', 'a'))).toEqual([
      say('system', 's\n\nt'),
      say('user', 'a'),
    ])
    const late = [say('system', 's'), say('user', 'a'), say('assistant', 'b'), say('system', 't'), say('user', 'c')]
    expect(strict(...late).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })

  test('the user speaks first', () => {
    expect(strict(say('assistant', 'a'), say('user', 'b')).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
  })

  test('an empty question says that it is empty; an empty answer is left out', () => {
    expect(strict(say('user', ' '))).toEqual([say('user', '(no text)')])
    expect(strict(say('user', 'a'), say('assistant', ''), say('user', 'b'))).toEqual([say('user', 'a\n\nb')])
    expect(strict(say('user', 'a'), say('user', ''))).toEqual([say('user', 'a')])
  })

  test('a result is neither last nor followed by the user at once', () => {
    expect(strict(say('user', 'a'), call('c1'), result('c1')).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
  })

  const turn = fc.oneof(
    fc
      .tuple(fc.constantFrom('system', 'user', 'assistant'), fc.constantFrom('', 'a', 'b'))
      .map(([role, content]) => [say(role as 'user', content)]),
    fc.constant([call('c'), result('c'), result('c')]),
  )

  test('what comes out has one form, holds every text, and goes through unchanged', () => {
    fc.assert(
      fc.property(fc.array(turn), (turns) => {
        const given = turns.flat()
        const made = strict(...given)
        const spoken = made.filter(({ role }) => role !== 'system')
        expect(made.filter(({ role }) => role === 'system').length).toBeLessThanOrEqual(1)
        expect([spoken[0]?.role, spoken.at(-1)?.role]).toEqual(['user', 'user'])
        for (const [index, { role }] of spoken.entries()) {
          const next = spoken[index + 1]?.role
          if (role === 'user') expect(next === undefined || next === 'assistant').toBe(true)
          if (role === 'tool') expect(next === 'tool' || next === 'assistant').toBe(true)
        }
        expect(made.every(({ content, ...more }) => content !== '' || 'calls' in more)).toBe(true)
        const total = (messages: readonly Message[], letter: string) =>
          messages.flatMap(({ content }) => content.split('\n\n')).filter((part) => part === letter).length
        for (const letter of ['a', 'b']) expect(total(made, letter)).toBe(total(given, letter))
        expect(strict(...made)).toEqual(made)
      }),
    )
  })
})
