import { describe, expect, test } from 'vitest'
import { LanguageClient } from './language-client.ts'
import type { LanguageAnswer, LanguageRequest, LanguageSetup } from './questions.ts'

const setup: LanguageSetup = { files: [], env: {}, networks: [], classes: [] }

function start(answer: (request: LanguageRequest) => Partial<LanguageAnswer> = () => ({})) {
  const texts = new Map([['a.hocon', 'one']])
  const requests: LanguageRequest[] = []
  const reads: string[][] = []
  const client = new LanguageClient({
    texts: () => new Map(texts),
    setup: () => setup,
    async read(paths) {
      reads.push([...paths])
      for (const path of paths) texts.set(path, 'read')
      return true
    },
    async post(request) {
      requests.push(request)
      return { id: request.id, value: [], wants: [], ...answer(request) }
    },
  })
  return { client, texts, requests, reads }
}

const OUTLINE = { kind: 'outline', doc: 'a.hocon' } as const

describe('asking the language service', () => {
  test('sends a text once, and again only when it has changed', async () => {
    const { client, texts, requests } = start()
    await client.ask(OUTLINE)
    await client.ask(OUTLINE)
    texts.set('a.hocon', 'two')
    await client.ask(OUTLINE)
    texts.delete('a.hocon')
    await client.ask(OUTLINE)
    expect(requests.map(({ update }) => [update.changed, update.gone, update.setup !== undefined])).toEqual([
      [{ 'a.hocon': 'one' }, [], true],
      [{}, [], false],
      [{ 'a.hocon': 'two' }, [], false],
      [{}, ['a.hocon'], false],
    ])
  })

  test('drops an answer when the text has changed meanwhile', async () => {
    const started = start(() => {
      started.texts.set('a.hocon', 'newer')
      return { value: ['old'] }
    })
    expect(await started.client.ask(OUTLINE)).toBeUndefined()
  })

  test('gives an answer for an older text to whoever wants it', async () => {
    const older = ['offer']
    const { client, texts } = start(() => {
      texts.set('a.hocon', 'two')
      return { value: older }
    })
    expect(await client.ask(OUTLINE, () => false, 'wanted')).toBe(older)
    expect(await client.ask(OUTLINE, () => true, 'wanted')).toBeUndefined()
  })

  test('drops an answer that nobody waits for', async () => {
    const { client } = start(() => ({ value: ['x'] }))
    expect(await client.ask(OUTLINE, () => true)).toBeUndefined()
    expect(await client.ask(OUTLINE, () => false)).toEqual(['x'])
  })

  test('reads the files that a full answer needs and asks again with them', async () => {
    const { client, requests, reads } = start(({ update }) =>
      Object.hasOwn(update.changed, 'b.hocon') ? { value: ['full'] } : { wants: ['b.hocon'] },
    )
    expect(await client.ask(OUTLINE)).toEqual(['full'])
    expect([requests.length, reads]).toEqual([2, [['b.hocon']]])
  })
})
