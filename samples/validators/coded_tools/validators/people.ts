import { defineTool, fail } from 'slyglass'

type Person = Readonly<Record<string, unknown>>

// In this order: of several mistakes the first one is told.
const CHECKS: readonly ((person: Person) => string | undefined)[] = [checkEmail, checkAge, checkPreferences]

/** Looks at one field after the other and stops at the first that is wrong. */
export const robustValidator = defineTool({
  name: 'robust_validator',
  description: 'Looks whether somebody can be registered.',
  parameters: {
    type: 'object',
    properties: {
      email: { description: 'Where the person is written to.' },
      age: { description: 'Years, from 0 to 150.' },
      preferences: { description: 'What the person likes, if anything is known.' },
    },
  },
  category: 'read',
  execute: (args) => {
    console.debug('args: %o', args)
    for (const check of CHECKS) {
      const wrong = check(args)
      if (wrong !== undefined) return fail(wrong, { category: 'validation' })
    }
    return { valid: true, email: args.email, age: args.age }
  },
})

function checkEmail({ email }: Person): string | undefined {
  if (typeof email !== 'string' || email === '') return 'email parameter is required'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'Invalid email format'
}

function checkAge({ age }: Person): string | undefined {
  const fits = typeof age === 'number' && age >= 0 && age <= 150
  return fits ? undefined : 'age must be a number between 0 and 150'
}

function checkPreferences({ preferences = {} }: Person): string | undefined {
  const fits = typeof preferences === 'object' && preferences !== null && !Array.isArray(preferences)
  return fits ? undefined : 'preferences must be an object'
}
