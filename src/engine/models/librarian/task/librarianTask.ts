/** A part of a text, as an agent gets it. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** A question with the answers that count as right. */
export interface TaskQuestion {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Accepted answers; any of them is right. */
  readonly accepted: readonly string[];
  /** Kind of the question in the text's own word; null without one. */
  readonly kind: string | null;
}

/** An item to put in front of an agent: a passage or a question, by its index. */
export interface TaskItem {
  readonly kind: 'passage' | 'question';
  readonly index: number;
}

/** A text to read and questions to answer, in the order in which they come. */
export interface Task {
  readonly title: string;
  readonly passages: readonly Passage[];
  readonly questions: readonly TaskQuestion[];
  readonly items: readonly TaskItem[];
}

/** `q6`. */
export const formatQuestionId = ({ number }: Pick<TaskQuestion, 'number'>): string => `q${number}`;
/** Tag under which an answer is to be kept: `answer_q6`. */
export const formatAnswerTag = (question: Pick<TaskQuestion, 'number'>): string =>
  `answer_${formatQuestionId(question)}`;
