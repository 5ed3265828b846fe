// A hard limit of the run was reached: it ends, after every call that was received has its message.

export class RunLimitReached extends Error {
  override readonly name = 'RunLimitReached'
  readonly limit: string
  readonly value: number
  constructor(limit: string, value: number) {
    super(
      `The run was ended because it reached its limit: ${limit} = ${value}. Raise studio.limits.${limit} to allow more.`,
    )
    this.limit = limit
    this.value = value
  }
}
