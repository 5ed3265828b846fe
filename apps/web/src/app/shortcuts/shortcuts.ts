// What the keyboard does, as it is bound elsewhere: one list for the sheet.

export interface Shortcut {
  /** `Mod` is ⌘ on a Mac, Ctrl elsewhere. */
  readonly keys: readonly string[]
  readonly does: string
}

export interface ShortcutGroup {
  readonly where: string
  readonly shortcuts: readonly Shortcut[]
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['Mod K'], does: 'find or run a command' },
      { keys: ['Mod S'], does: 'save every changed file' },
      { keys: ['Mod Z'], does: 'undo, whatever the last step was' },
      { keys: ['Mod Y', 'Mod Shift Z'], does: 'redo' },
      { keys: ['F6', 'Shift F6'], does: 'next, or former, part of the window' },
      { keys: ['?'], does: 'this sheet' },
    ],
  },
  {
    where: 'Chat',
    shortcuts: [
      { keys: ['Enter', 'Mod Enter'], does: 'send the message' },
      { keys: ['Shift Enter'], does: 'new line' },
      { keys: ['Mod /'], does: 'make the message a command, or no command' },
      { keys: ['Mod .'], does: 'stop the run, from anywhere' },
      { keys: ['Esc'], does: 'stop the run, in the message' },
    ],
  },
  {
    where: 'Graph',
    shortcuts: [
      { keys: ['Arrows'], does: 'walk along the calls' },
      { keys: ['Alt Arrows'], does: 'move the entry' },
      { keys: ['F2'], does: 'rename the entry' },
      { keys: ['Del', 'Backspace'], does: 'remove the entry or the call that is picked' },
    ],
  },
  {
    where: 'Trace',
    shortcuts: [
      { keys: ['↑ ↓', 'J K'], does: 'former or next call' },
      { keys: ['← →'], does: 'close or open a call' },
      { keys: ['[', ']'], does: 'close or open all' },
      { keys: ['F'], does: 'next failure' },
    ],
  },
  {
    where: 'Source',
    shortcuts: [
      { keys: ['F1'], does: 'what stands here, and where its value comes from' },
      { keys: ['F2'], does: 'rename wherever it is named' },
      { keys: ['F12', 'Shift F12'], does: 'definition, references' },
      { keys: ['Mod Shift O'], does: 'go to an entry' },
      { keys: ['Mod .'], does: 'repairs' },
      { keys: ['Shift Alt F'], does: 'format' },
    ],
  },
]

/** Keys as they are printed on this machine's keyboard. */
export function spellKeys(keys: string, mac: boolean): string {
  return keys.replace('Mod', mac ? '⌘' : 'Ctrl').replace('Alt', mac ? '⌥' : 'Alt')
}
