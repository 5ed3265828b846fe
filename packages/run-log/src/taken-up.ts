/** `source` of the note of the run that another server writes when it takes the run up. Before it, nobody went on with the run. */
export const RESUMED = 'resume'
