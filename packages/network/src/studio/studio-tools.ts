/** Tools of the studio itself that every network may name as `toolbox`, with what they do. */
export const STUDIO_TOOLS: ReadonlyMap<string, string> = new Map([
  ['get_current_date_time', 'The date and time in a time zone.'],
  ['file_read', 'Reads a text file of the workspace.'],
  ['file_write', 'Writes a text file of the workspace; a person is asked.'],
  ['file_edit', 'Replaces a text in a file of the workspace; a person is asked.'],
  ['file_glob', 'Lists files of the workspace by a pattern.'],
  ['file_grep', 'Searches files of the workspace.'],
  ['bash', 'Runs a command in the workspace; a person is asked.'],
  ['web_fetch', 'Fetches a page of the web as text.'],
  ['requests_get', 'Asks an address with GET.'],
  ['requests_post', 'Sends data to an address with POST.'],
  ['requests_patch', 'Sends data to an address with PATCH.'],
  ['requests_put', 'Sends data to an address with PUT.'],
  ['requests_delete', 'Asks an address with DELETE.'],
])
