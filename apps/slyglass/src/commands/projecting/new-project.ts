// The files of a new project: one network with one tool, what the offline model says, and a test.
const NETWORK = `# A front man and a tool in Python. \`slyglass chat greeter\` talks with it, also without a model key.
{
  include "config/llm_config.hocon"

  metadata {
    description = "Greets people and counts them."
    sample_queries = ["Please greet Ada."]
  }

  tools = [
    # The first entry talks to the client.
    {
      name = Greeter
      function { description = "Greets the person who is named." }
      instructions = """
You greet people. Call the Guestbook once with the name of the person, then answer with what it returned.
"""
      tools = ["Guestbook"]
      # What the tool counts is private: no model reads it, and only this key goes back to the client.
      allow { to_upstream { sly_data = ["guests"] } }
    }

    {
      name = Guestbook
      function {
        description = "Writes a guest down and returns the greeting."
        parameters {
          type = object
          properties { guest { type = string, description = "Name of the guest." } }
          required = ["guest"]
        }
      }
      class = "guestbook.Guestbook"
    }
  ]
}
`

const TOOL = `from typing import Any

from neuro_san.interfaces.coded_tool import CodedTool


class Guestbook(CodedTool):
    """Greets a guest and counts the guests in sly data, which no model reads."""

    async def async_invoke(self, args: dict[str, Any], sly_data: dict[str, Any]) -> str:
        sly_data["guests"] = int(sly_data.get("guests") or 0) + 1
        return f"Welcome, {args['guest']}!"
`

const OFFLINE = `{
  "rules": [
    {
      "agent": "Greeter",
      "tool_results": 0,
      "user": "(?:[Gg]reet|I am|[Nn]ame is) ([A-Za-z]+)",
      "answer": { "tool_calls": [{ "name": "Guestbook", "arguments": { "guest": "{{user.1}}" } }] }
    },
    {
      "agent": "Greeter",
      "tool_results": 0,
      "answer": { "tool_calls": [{ "name": "Guestbook", "arguments": { "guest": "stranger" } }] }
    },
    { "agent": "Greeter", "answer": { "content": "{{tool}}" } }
  ]
}
`

const TEST = `# \`slyglass test\` runs this.
{
  agent = "greeter"
  interactions = [
    {
      text = "Please greet Ada."
      response {
        text { keywords = ["Welcome", "Ada"] }
        sly_data { guests { value = 1 } }
      }
    }
    {
      text = "Please greet Grace."
      response { sly_data { guests { value = 2 } } }
    }
  ]
}
`

const LLM_CONFIG = `# One place for the model of all networks. MODEL_NAME in the environment wins.
llm_config {
  model_name = "gpt-4o"
  model_name = \${?MODEL_NAME}
  use_responses_api = false
}
`

const MANIFEST = `# The networks that are served. A network's name is its path without the ending.
{
  "greeter.hocon" = true
}
`

const README = `# A project of agent networks

- \`slyglass chat greeter\` talks with the network in the terminal: ask it “Please greet Ada.”
- \`slyglass open .\` opens it in the studio
- \`slyglass serve\` serves it to neuro-san clients
- \`slyglass test\` runs the tests in \`tests/\`

\`slyglass\` stands for what starts the program: in its checkout that is \`npm run --silent slyglass --\`.

Without a key the offline model answers, which follows \`registries/greeter.offline.json\`. For a real one set
\`OPENAI_API_KEY\`, here or in \`.env\`.
`

/** Every file of a new project, path to text. */
export const NEW_PROJECT: Readonly<Record<string, string>> = {
  'README.md': README,
  'config/llm_config.hocon': LLM_CONFIG,
  'registries/manifest.hocon': MANIFEST,
  'registries/greeter.hocon': NETWORK,
  'registries/greeter.offline.json': OFFLINE,
  'coded_tools/guestbook.py': TOOL,
  'tests/greeter.hocon': TEST,
}
