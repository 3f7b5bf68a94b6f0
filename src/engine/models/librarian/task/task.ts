/** A part of a text, as it is put in front of an agent. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** A question with the answers that count as right. */
export interface TaskQuestion {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Any of these is right. */
  readonly accepted: readonly string[];
}

/** What is put in front of an agent next: a passage or a question, by its index. */
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
export const questionId = ({ number }: Pick<TaskQuestion, 'number'>): string => `q${number}`;
/** Under which an answer is to be kept: `answer_q6`. */
export const answerTag = (question: Pick<TaskQuestion, 'number'>): string => `answer_${questionId(question)}`;
