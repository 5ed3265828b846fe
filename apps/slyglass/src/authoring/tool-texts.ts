// What a new tool begins with: a class that runs as it is, and what its entry says of it.
import { type JsonObject, toJson } from '@slyglass/base'

export type ToolLanguageName = 'python' | 'typescript'

/** `get_weather` and `GetWeather` of `get-weather`. */
export function namesOf(tool: string): { readonly module: string; readonly className: string } {
  const words = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const module = words.map((word) => word.toLowerCase()).join('_')
  const className = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const safe = (name: string, prefix: string) => (/^[A-Za-z]/.test(name) ? name : `${prefix}${name}`)
  return { module: safe(module, 'tool_'), className: safe(className, 'Tool') }
}

const ENDINGS = { python: 'py', typescript: 'ts' } as const

export function fileName(module: string, language: ToolLanguageName): string {
  return `${module}.${ENDINGS[language]}`
}

/** The entry's fields besides name and class. */
export function newToolFields(tool: string): JsonObject {
  return new Map([
    [
      'function',
      toJson({
        description: `Say here when to call ${tool} and what it gives back.`,
        parameters: {
          type: 'object',
          properties: { inquiry: { type: 'string', description: 'What the tool is asked.' } },
          required: ['inquiry'],
        },
      }),
    ],
  ])
}

export function newToolText(tool: string, className: string, language: ToolLanguageName): string {
  return language === 'python' ? pythonText(tool, className) : typescriptText(tool, className)
}

function pythonText(tool: string, className: string): string {
  return `from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool


class ${className}(CodedTool):
    """Say here what ${tool} does."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> Any:
        # args is what the model wrote. sly_data holds private values: read and write them here, no model sees them.
        inquiry = str(args.get("inquiry") or "").strip()
        if not inquiry:
            return "Error: inquiry is required"
        return f"${tool} was asked: {inquiry}"
`
}

function typescriptText(tool: string, className: string): string {
  return `interface Args {
  inquiry?: string
}

/** Say here what ${tool} does. */
export class ${className} {
  // args is what the model wrote. slyData holds private values: read and write them here, no model sees them.
  async asyncInvoke(args: Args, _slyData: Record<string, unknown>): Promise<string> {
    const inquiry = (args.inquiry ?? '').trim()
    if (inquiry === '') return 'Error: inquiry is required'
    return \`${tool} was asked: \${inquiry}\`
  }
}
`
}
