// Objects whose keys come from a model: nothing that JavaScript gives every object is in them.

/** Node's console asks objects for this. */
const SHOWN = Symbol.for('nodejs.util.inspect.custom')

/** An empty object without a prototype; a tool that prints it sees the keys and values alone. */
export function bareObject(): Record<string, unknown> {
  return Object.defineProperty(Object.create(null), SHOWN, SHOWN_AS)
}

const SHOWN_AS: PropertyDescriptor = {
  value(this: object) {
    return { ...this }
  },
}
