// When a served network is started by the clock: `periodic` of its entry in the manifest.

import { isJsonObject, type Json, type JsonObject } from '@slyglass/base'
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import { jsonOf } from '@slyglass/hocon'
import { readSchedule } from './cron.ts'
import type { Diagnostic, PeriodicTalk } from './model.ts'
import { say } from './say.ts'

const EVERY_MINUTE = '* * * * *'
const USUAL_TEXT = 'Do your thing'
const USUAL_USER = 'system'

/** What is said at which times. A schedule that cannot be read is left out, and told. */
export function readPeriodic(value: HoconValue | undefined, diagnostics: Diagnostic[]): readonly PeriodicTalk[] {
  if (value === undefined || value.kind === 'null') return []
  if (value.kind === 'boolean') return value.flag ? [talk(EVERY_MINUTE, new Map())] : []
  if (value.kind === 'string') return checked(value, talk(value.text, new Map()), diagnostics)
  const listed = value.kind === 'object' ? value.fields.get('interactions')?.value : undefined
  if (listed?.kind !== 'list') {
    const message = '"periodic" must be true, a schedule, or an object with interactions; it is skipped'
    diagnostics.push(say('warning', 'bad-periodic', message, value.origin.place))
    return []
  }
  return listed.items.flatMap((item) => (item.kind === 'object' ? readInteraction(item, diagnostics) : []))
}

function readInteraction(item: HoconObject, diagnostics: Diagnostic[]): readonly PeriodicTalk[] {
  const json = jsonOf(item)
  if (!isJsonObject(json) || json.get('enable') === false) return []
  const schedule = json.get('cron_schedule')
  if (json.has('sly_data')) {
    const message = 'sly_data of an interaction never arrives at the network; neuro-san does not hand it on either'
    const { place } = (item.fields.get('sly_data')?.value ?? item).origin
    diagnostics.push(say('warning', 'periodic-sly-data', message, place))
  }
  const place = item.fields.get('cron_schedule')?.value ?? item
  return checked(place, talk(typeof schedule === 'string' ? schedule : EVERY_MINUTE, json), diagnostics)
}

function talk(schedule: string, json: JsonObject): PeriodicTalk {
  const [text, metadata] = [json.get('text'), json.get('metadata')]
  const given: readonly (readonly [string, Json])[] = isJsonObject(metadata) ? [...metadata] : []
  return {
    schedule,
    secondsFirst: json.get('second_at_beginning') === true,
    text: typeof text === 'string' ? text : USUAL_TEXT,
    metadata: new Map([['user_id', USUAL_USER], ...given]),
  }
}

function checked(value: HoconValue, found: PeriodicTalk, diagnostics: Diagnostic[]): readonly PeriodicTalk[] {
  if (readSchedule(found.schedule, found.secondsFirst) !== undefined) return [found]
  const message = `"${found.schedule}" is no schedule: write minute, hour, day, month and weekday, and seconds if you like; it is skipped`
  diagnostics.push(say('warning', 'bad-schedule', message, value.origin.place))
  return []
}
