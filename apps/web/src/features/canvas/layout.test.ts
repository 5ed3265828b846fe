import { describe, expect, test } from 'vitest'
import { layoutGraph } from './layout.ts'
import { frameAround, joinPositions, NODE_HEIGHT, NODE_WIDTH } from './placement.ts'

const node = (id: string, inside = true) => ({ id, inside })
const overlaps = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.abs(a[0] - b[0]) < NODE_WIDTH && Math.abs(a[1] - b[1]) < NODE_HEIGHT

describe('automatic layout', () => {
  test('callers stand left of what they call, and things outside stand rightmost', () => {
    const points = new Map(
      layoutGraph({
        nodes: [node('desk'), node('agent'), node('tool'), node('/carrier', false), node('/visa', false)],
        edges: [
          { from: 'desk', to: 'agent' },
          { from: 'agent', to: 'tool' },
          { from: 'agent', to: '/carrier' },
          { from: 'desk', to: '/visa' },
        ],
      }),
    )
    const x = (id: string) => points.get(id)?.[0] ?? Number.NaN
    expect(x('desk')).toBeLessThan(x('agent'))
    expect(x('agent')).toBeLessThan(x('tool'))
    expect(x('/carrier')).toBeGreaterThan(x('tool'))
    expect(x('/visa')).toBe(x('/carrier'))
  })

  test('an entry that nobody calls stands with the tools', () => {
    const points = new Map(
      layoutGraph({
        nodes: [node('desk'), node('agent'), node('tool'), node('orphan')],
        edges: [
          { from: 'desk', to: 'agent' },
          { from: 'agent', to: 'tool' },
        ],
      }),
    )
    expect(points.get('orphan')?.[0]).toBe(points.get('tool')?.[0])
  })

  test('no two nodes cover each other, in 300 nodes with cycles and unknown names', () => {
    const nodes = Array.from({ length: 300 }, (_, index) => node(`n${index}`, index % 9 !== 0))
    const edges = nodes.flatMap(({ id }, index) => [
      { from: id, to: `n${(index * 7 + 3) % 300}` },
      { from: id, to: `gone${index}` },
    ])
    const points = layoutGraph({ nodes, edges }).map(([, point]) => point)
    expect(points).toHaveLength(300)
    points.forEach((point, index) => {
      expect(points.slice(index + 1).filter((other) => overlaps(point, other))).toEqual([])
    })
  })
})

describe('positions from the sidecar', () => {
  test('win over automatic ones, and a new node does not cover a placed one', () => {
    const automatic = [
      ['a', [0, 0]],
      ['b', [0, 56]],
      ['new', [200, 0]],
    ] as const
    const joined = joinPositions(
      automatic,
      new Map([
        ['a', [200, 10]],
        ['gone', [9, 9]],
      ]),
    )
    expect([...joined]).toEqual([
      ['a', [200, 10]],
      ['b', [0, 56]],
      ['new', [200, 112]],
    ])
  })

  test('the boundary surrounds every node', () => {
    expect(
      frameAround([
        [0, 0],
        [300, 100],
      ]),
    ).toEqual({ x: -28, y: -28, width: 500, height: 194 })
  })
})
