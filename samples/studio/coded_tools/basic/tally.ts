// The accountants of accountant.py in TypeScript, with the same contract: arguments from the model, sly data beside them.

/** What one question costs, in dollars. Change it and ask again: the next call uses the new value. */
const FEE = 3.0

interface Bill {
  running_cost?: number | string | null
}

/** Adds the fee to the total in the arguments. Knows nothing of sly data. */
export class FirstAccountant {
  async asyncInvoke(args: Bill): Promise<{ running_cost: number }> {
    console.debug('args: %o', args)
    return { running_cost: Number(args.running_cost ?? 0) + FEE }
  }
}

/** Adds the fee to the total in the arguments; without one there, to the total in sly data. */
export class Accountant {
  async asyncInvoke(args: Bill, slyData: Bill): Promise<{ running_cost: number }> {
    console.debug('args: %o', args)
    if (args.running_cost != null) return { running_cost: Number(args.running_cost) + FEE }
    const total = Number(slyData.running_cost ?? 0) + FEE
    slyData.running_cost = total
    return { running_cost: total }
  }
}

/** Keeps the total in sly data and tells the model the fee alone, in cents. */
export class PrivateAccountant {
  async asyncInvoke(args: Bill, slyData: Bill): Promise<string> {
    console.debug('args: %o', args)
    slyData.running_cost = Number(slyData.running_cost ?? 0) + FEE
    return `Booked ${Math.round(FEE * 100)} cents for this question.`
  }
}
