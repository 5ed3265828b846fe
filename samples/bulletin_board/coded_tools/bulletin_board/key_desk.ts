// The key desk reads what the front desk has put on the board. The two tools do not know of each other, nor of each other's language.

interface Board {
  guest_record?: { readonly room_no: string; readonly door_code: string }
  key_card?: string
}

/** Cuts a card from the record on the board. */
export class CutKeyCard {
  async asyncInvoke(args: Record<string, unknown>, slyData: Board): Promise<string> {
    console.debug('args: %o', args)
    const record = slyData.guest_record
    if (record === undefined) return 'Error: nobody was checked in yet, so there is no card to cut.'
    slyData.key_card = `${record.room_no}/${record.door_code}`
    return 'The key card lies ready.'
  }
}
