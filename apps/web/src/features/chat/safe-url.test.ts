import { describe, expect, test } from 'vitest'
import { safeUrl } from './safe-url.ts'

describe('addresses in answers', () => {
  test('[S-39] links lead to http, https and mail only', () => {
    const links = [
      'https://a.example/x',
      'HTTP://a.example',
      'mailto:a@b.example',
      'javascript:alert(1)',
      '/api/runs',
      'data:text/html,x',
      ' javascript:x',
    ]
    expect(links.map((url) => safeUrl(url, 'href'))).toEqual([
      'https://a.example/x',
      'HTTP://a.example',
      'mailto:a@b.example',
      '',
      '',
      '',
      '',
    ])
  })

  test('[S-39] pictures come from the answer itself or from this server; any other host would learn what was read', () => {
    const pictures = [
      'data:image/png;base64,AA',
      'data:image/svg+xml;base64,AA',
      '/chart.png',
      '//evil.example/x.png',
      '/\\evil.example/x',
      'https://evil.example/x?k=1',
    ]
    expect(pictures.map((url) => safeUrl(url, 'src'))).toEqual([
      'data:image/png;base64,AA',
      '',
      '/chart.png',
      '',
      '',
      '',
    ])
  })
})
