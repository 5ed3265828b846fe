import { defineTool, fail } from 'slyglass'

interface Service {
  readonly name: string
  readonly description: string
  /** What is asked for, and how it is called. */
  readonly subject: string
  readonly about: string
  readonly answers: Readonly<Record<string, string>>
}

/** A tool that models know by name alone until they ask for it. */
function service({ name, description, subject, about, answers }: Service) {
  return defineTool({
    name,
    description,
    parameters: { type: 'object', properties: { [subject]: { type: 'string', description: about } }, required: [subject] },
    category: 'read',
    deferred: true,
    execute: (args) => {
      console.debug('args: %o', args)
      const asked = String(args[subject])
      return answers[asked.toLowerCase()] ?? fail(`Nothing is known of ${asked}.`, { category: 'validation' })
    },
  })
}

const STREET = { subject: 'street', about: 'Name of the street.' }

export const binDay = service({
  ...{ name: 'bin_day', description: 'Tells on which day the bins of a street are emptied.', ...STREET },
  answers: { 'elm street': 'Tuesday', 'oak lane': 'Friday' },
})
export const streetWorks = service({
  ...{ name: 'street_works', description: 'Tells whether and until when a street is dug up.', ...STREET },
  answers: { 'elm street': 'until 12 May', 'oak lane': 'none' },
})
export const treeReport = service({
  ...{ name: 'tree_report', description: 'Tells what is planned for the trees of a street.', ...STREET },
  answers: { 'elm street': 'two elms are trimmed in autumn' },
})
export const noiseReport = service({
  ...{ name: 'noise_report', description: 'Tells of complaints about noise in a street.', ...STREET },
  answers: { 'oak lane': 'one, of a trumpet' },
})
export const parkingPermit = service({
  ...{ name: 'parking_permit', description: 'Tells what a parking permit for a street costs a year.', ...STREET },
  answers: { 'elm street': '40', 'oak lane': '25' },
})
export const openingHours = service({
  ...{ name: 'opening_hours', description: 'Tells when an office is open.', subject: 'office', about: 'Name of the office.' },
  answers: { registry: 'Monday to Thursday, 8 to 12', treasury: 'Wednesday, 14 to 18' },
})
export const libraryCard = service({
  ...{ name: 'library_card', description: 'Renews a library card.', subject: 'card', about: 'Its number, such as L-7731.' },
  answers: { 'l-7731': 'renewed for a year' },
})
export const dogLicence = service({
  ...{ name: 'dog_licence', description: 'Tells what a licence for a dog costs.', subject: 'breed', about: 'Its breed.' },
  answers: { terrier: '60 a year', sheepdog: 'nothing, while it works' },
})
export const poolLanes = service({
  ...{ name: 'pool_lanes', description: 'Tells how many lanes of the pool are free on a day.', subject: 'day', about: 'Day of the week.' },
  answers: { monday: '5', sunday: '1' },
})
export const lostAndFound = service({
  ...{ name: 'lost_and_found', description: 'Tells whether a thing was handed in.', subject: 'thing', about: 'What was lost.' },
  answers: { umbrella: 'eleven of them', keys: 'none' },
})
export const marketStalls = service({
  ...{ name: 'market_stalls', description: 'Tells what is sold at a stall of the market.', subject: 'stall', about: 'Its number.' },
  answers: { '1': 'bread', '2': 'cheese' },
})
export const hallBooking = service({
  ...{ name: 'hall_booking', description: 'Tells whether the town hall is free on a date.', subject: 'date', about: 'Such as 2026-05-01.' },
  answers: { '2026-05-01': 'taken, by the choir', '2026-05-02': 'free' },
})
