// What a terminal shows. Names, answers and results come from models and tools: a sign that is an order to the terminal could hide
// what stands there, name the window anew or fill the clipboard.

const DELETE = 0x7f
const PICTURES = 0x2400
const PICTURE_OF_DELETE = 0x2421

/** The same with a picture in the place of each control sign, but for ends of lines and tabs: ESC is shown as ␛. */
export function shownText(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g, (sign) => {
    const code = sign.charCodeAt(0)
    if (code === DELETE) return String.fromCharCode(PICTURE_OF_DELETE)
    // There are none for the second set of them.
    return code < DELETE ? String.fromCharCode(PICTURES + code) : '\ufffd'
  })
}
