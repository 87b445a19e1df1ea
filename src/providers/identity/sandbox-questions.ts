/** The five questions of the sandbox, whose right answers are the same for everybody (README.md of this folder). */
import type { GivenAnswer, Question } from './identity-provider.ts';

interface SandboxQuestion {
  readonly type: string;
  readonly prompt: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

const NONE = 'None of the above';

export const SANDBOX_QUESTIONS: readonly SandboxQuestion[] = [
  {
    type: 'previous.street',
    prompt: 'On which of these streets have you lived?',
    right: 'Right Street',
    wrong: ['Wrong Avenue', 'Wrong Lane', 'Wrong Road', NONE],
  },
  {
    type: 'previous.city',
    prompt: 'In which of these cities have you lived?',
    right: 'Rightville',
    wrong: ['Wrongford', 'Wrongham', 'Wrongton', NONE],
  },
  {
    type: 'previous.county',
    prompt: 'In which of these counties have you lived?',
    right: 'Right County',
    wrong: ['Wrong County', 'Other County', 'Another County', NONE],
  },
  {
    type: 'vehicle.colour',
    prompt: 'Which colour did your first vehicle have?',
    right: 'Right Red',
    wrong: ['Wrong Blue', 'Wrong Green', 'Wrong White', NONE],
  },
  {
    type: 'taxid.issued.in',
    prompt: 'In which state was your tax id issued?',
    right: 'State of Right',
    wrong: ['State of Wrong', 'State of Other', 'State of Another', NONE],
  },
];

/** The questions with their options, in an order that depends only on the check. */
export function questionsFor(idNumber: string): Question[] {
  return SANDBOX_QUESTIONS.map(({ prompt, type, right, wrong }, index) => {
    const options = [...wrong];
    options.splice((Number(idNumber.slice(-4)) + index) % (wrong.length + 1), 0, right);
    return { prompt, type, answer: options };
  });
}

/**
 * How many of the questions were answered rightly; a question that is answered more than once counts by its last
 * answer.
 */
export function rightAnswers(answers: readonly GivenAnswer[]): number {
  const given = new Map(answers.map(({ type, answer }) => [folded(type), folded(answer)]));
  return SANDBOX_QUESTIONS.filter(({ type, right }) => given.get(type) === folded(right)).length;
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
