// The office's files. A case brings numbers and a session; what the client has sent along stands over what the file says.

interface Board {
  x?: number
  y?: number
  user_ssn?: string
  my_session?: string
}

const CASES: ReadonlyMap<number, { readonly x: number; readonly y: number }> = new Map([[12, { x: 847, y: 23 }]])

/** Puts everything that belongs to a case on the office's board. Which of it leaves the office is for the rules to say. */
export class OpenCase {
  async asyncInvoke(args: { readonly case_no: number }, slyData: Board): Promise<string> {
    console.debug('args: %o', args)
    const found = CASES.get(Number(args.case_no))
    if (found === undefined) return `Error: there is no case ${args.case_no}.`
    slyData.x ??= found.x
    slyData.y ??= found.y
    slyData.user_ssn ??= '000-47-1193'
    slyData.my_session = `office-${args.case_no}-7f3a91c4`
    return `Case ${args.case_no} is open.`
  }
}
