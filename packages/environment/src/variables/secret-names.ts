// Which variables of a project are secrets: by the words in their names, and by values that can be nothing else.

const NAMED =
  /(?:^|_)(?:API_?KEY|KEY|KEYS|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|AUTH|AUTHORIZATION|PRIVATE|COOKIE|DSN)(?:_|$)/i

// An address with a password in it; the beginnings of well-known tokens; a private key.
const VALUED = /:\/\/[^/\s:@]*:[^/\s@]+@|^(?:sk-|ghp_|github_pat_|xox[abp]-|AKIA|eyJ)|-----BEGIN [A-Z ]*PRIVATE KEY/

export type Variables = Readonly<Record<string, string>>

/** Names of the variables that reach only the tools they are meant for. Empty ones hide nothing. */
export function secretNames(variables: Variables): readonly string[] {
  return Object.entries(variables)
    .filter(([name, value]) => value !== '' && (NAMED.test(name) || VALUED.test(value)))
    .map(([name]) => name)
    .sort()
}

/** All but the secrets that are not among `allowed`. */
export function withoutSecrets(variables: Variables, allowed: readonly string[] = []): Record<string, string> {
  const secrets = new Set(secretNames(variables))
  for (const name of allowed) secrets.delete(name)
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !secrets.has(name)))
}
