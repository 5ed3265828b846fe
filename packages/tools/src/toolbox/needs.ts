// What shared tools need before they can be called: keys and packages. Known for the tools that come with neuro-san's studio;
// of any other class only its module is known.

/** One thing that has to be there. */
export interface ToolNeed {
  readonly kind: 'variable' | 'package' | 'file' | 'python'
  /** A variable, a package as it is installed, a file of the project, or `Python`. */
  readonly name: string
  /** Of a package: the module to look for. */
  readonly module?: string
  /** Of a variable: other variables that do as well. */
  readonly or?: readonly string[]
  /** Of a variable: the argument of the entry that does as well. */
  readonly argument?: string
}

const key = (name: string, more: Partial<ToolNeed> = {}): ToolNeed => ({ kind: 'variable', name, ...more })
const pip = (name: string, module = name.replaceAll('-', '_')): ToolNeed => ({ kind: 'package', name, module })
const file = (name: string): ToolNeed => ({ kind: 'file', name })

const OPENAI = key('OPENAI_API_KEY')
/** What every tool that looks things up in documents is built on. */
const RAG = [pip('langchain-openai'), pip('langchain-text-splitters'), pip('sqlalchemy'), OPENAI]
const ANTHROPIC = [pip('langchain-anthropic'), key('ANTHROPIC_API_KEY')]
const BY_OPENAI = [pip('langchain-openai'), OPENAI]
const GMAIL = [
  pip('langchain-google-community'),
  pip('google-api-python-client', 'googleapiclient'),
  file('credentials.json'),
]
const JIRA_PACKAGE = pip('atlassian-python-api', 'atlassian')

const STUDIO = 'neuro_san_studio.coded_tools.'

/** By class, without the beginning that those of neuro-san's studio share. */
const KNOWN: ReadonlyMap<string, readonly ToolNeed[]> = new Map([
  ['anthropic_web_search.AnthropicWebSearch', ANTHROPIC],
  ['anthropic_code_execution.AnthropicCodeExecution', [pip('anthropic'), ...ANTHROPIC]],
  ['call_agent.CallAgent', []],
  ['agent_network_html_generator.AgentNetworkHtmlGenerator', [pip('pyvis')]],
  ['gmail_attachment.GmailAttachment', GMAIL],
  ['gemini_image_generation.GeminiImageGeneration', [pip('google-genai', 'google.genai'), key('GOOGLE_API_KEY')]],
  [
    'jira_toolkit.JiraToolkit',
    [
      JIRA_PACKAGE,
      key('JIRA_INSTANCE_URL'),
      key('JIRA_API_TOKEN', { or: ['JIRA_OAUTH2'] }),
      key('JIRA_USERNAME', { or: ['JIRA_OAUTH2'] }),
    ],
  ],
  ['openai_web_search.OpenAIWebSearch', BY_OPENAI],
  ['openai_code_interpreter.OpenAICodeInterpreter', BY_OPENAI],
  ['openai_image_generation.OpenAIImageGeneration', BY_OPENAI],
  ['openai_video_generation.OpenAIVideoGeneration', [pip('openai'), OPENAI]],
  [
    'confluence_rag.ConfluenceRag',
    [
      JIRA_PACKAGE,
      pip('beautifulsoup4', 'bs4'),
      ...RAG,
      key('JIRA_USERNAME', { argument: 'username' }),
      key('JIRA_API_TOKEN', { argument: 'api_key' }),
    ],
  ],
  ['docling_rag.DoclingRag', [pip('langchain-docling'), ...RAG]],
  ['pdf_rag.PdfRag', [pip('aiohttp'), pip('pypdf'), ...RAG]],
  ['webpage_rag.WebpageRag', [pip('aiohttp'), pip('beautifulsoup4', 'bs4'), ...RAG]],
  ['wikipedia_rag.WikipediaRag', [pip('wikipedia'), ...RAG]],
  ['wikimedia_media_search.WikimediaMediaSearch', []],
  ['arxiv_rag.ArxivRag', [pip('arxiv'), ...RAG]],
  ['web_fetch.WebFetch', [pip('aiohttp'), pip('beautifulsoup4', 'bs4'), pip('pypdf')]],
  ['file_management.read_file.ReadFile', [pip('leaf-common')]],
  ['brave_search.BraveSearch', [pip('requests'), key('BRAVE_API_KEY')]],
  ['ddgs_search.DdgsSearch', [pip('ddgs')]],
  ['google_search.GoogleSearch', [pip('requests'), key('GOOGLE_SEARCH_API_KEY'), key('GOOGLE_SEARCH_CSE_ID')]],
  ['google_serper.GoogleSerper', [pip('aiohttp'), key('SERPER_API_KEY')]],
])

/** Of classes that LangChain's own packages bring. */
const LANGCHAIN: ReadonlyMap<string, readonly ToolNeed[]> = new Map([
  ['langchain_google_community.gmail.toolkit.GmailToolkit', GMAIL],
  ['langchain_tavily.TavilySearch', [pip('langchain-tavily'), key('TAVILY_API_KEY')]],
])

/** Of the studio's own tools. */
const OWN: ReadonlyMap<string, readonly ToolNeed[]> = new Map([
  ['slyglass.search.Brave', [key('BRAVE_API_KEY')]],
  ['slyglass.search.Serper', [key('SERPER_API_KEY')]],
  ['slyglass.search.OpenAI', [OPENAI]],
])

/** Needs of a class; undefined for a class that nothing is known of. */
export function needsOf(className: string): readonly ToolNeed[] | undefined {
  const own = OWN.get(className)
  if (own !== undefined) return own
  const python: ToolNeed = { kind: 'python', name: 'Python' }
  if (className.startsWith(STUDIO)) {
    const name = className.slice(STUDIO.length)
    const module = `${STUDIO}${name.split('.').slice(0, -1).join('.')}`
    return [python, pip('neuro-san-studio', module), ...(KNOWN.get(name) ?? [])]
  }
  const known = LANGCHAIN.get(className)
  if (known !== undefined) return [python, ...known]
  const [top = ''] = className.split('.')
  return top.startsWith('langchain_') ? [python, pip(top.replaceAll('_', '-'), top)] : undefined
}
