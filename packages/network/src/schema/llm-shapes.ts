// Keys of `llm_config`.
import type { SchemaTable } from '@slyglass/hocon/language'
import { any, flag, list, number, text } from './keys.ts'

export const LLM_SHAPES: SchemaTable = {
  llm_config: {
    keys: [
      text('model_name', 'The model that answers, by its name in the model table.', {
        names: 'model',
        fallback: 'gpt-5.2',
      }),
      text('class', 'The provider, by short name or as a full class; the model table is then left out.', {
        values: ['openai', 'azure-openai', 'anthropic', 'ollama', 'nvidia', 'gemini', 'bedrock', 'openrouter'],
      }),
      number('temperature', 'How freely the model chooses its words, from 0 on.'),
      number('max_tokens', 'The most tokens of one answer.'),
      number('prompt_token_fraction', 'The share of the window that a prompt may take.', { fallback: '1.0' }),
      list('fallbacks', 'Models that are tried in turn when one fails; keys beside this one are then not used.', {
        shape: 'llm_config',
      }),
      any('verbose', 'Prints what the model is doing at the server.', {
        values: ['true', 'false', 'extra', 'logging'],
      }),
      list('provider_tools', 'Tools that the provider itself runs.'),
      flag('streaming', 'Asks for the answer piece by piece.', { fallback: 'false' }),
      flag('use_responses_api', 'Which of the two APIs of OpenAI is used.', { fallback: 'true' }),
      text('openai_api_base', 'Address of a service that speaks like OpenAI.'),
      text(
        'openai_api_key',
        'Never write a key here: take it from a variable, or write "sly_data" to get it from the caller.',
      ),
      text('base_url', 'Address of the service.'),
      number('top_p', 'The share of likely words that is chosen from.'),
      number('top_k', 'How many of the likely words are chosen from.'),
      number('presence_penalty', 'Makes new subjects more likely.'),
      number('frequency_penalty', 'Makes repetition less likely.'),
      number('seed', 'Asks for the same answer to the same question.'),
      number('logprobs', 'Asks for the probabilities of the words.'),
      list('stop', 'Texts at which the answer ends.'),
      number('request_timeout', 'Seconds to wait for an answer.'),
      number('max_retries', 'How often a failed request is sent again.', { fallback: '2' }),
      text('reasoning_effort', 'How long the model thinks.', { values: ['minimal', 'low', 'medium', 'high'] }),
      text('verbosity', 'How long answers are.', { values: ['low', 'medium', 'high'] }),
      flag('tool_strict', 'Asks the provider to hold calls to their schema.', { fallback: 'false' }),
      flag('store', 'Whether the provider keeps the exchange.', { fallback: 'false' }),
    ],
  },
}
