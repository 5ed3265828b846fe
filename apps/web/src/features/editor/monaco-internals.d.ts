// The one part of the code editor that has no types of its own.
declare module 'monaco-editor/editor/contrib/hover/browser/hoverTypes.js' {
  type Participant = new (shown: import('monaco-editor/editor/editor.api.js').editor.ICodeEditor) => unknown
  export const HoverParticipantRegistry: { register(participant: Participant): void }
}
