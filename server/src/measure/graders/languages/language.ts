/**
 * How an answer is announced in a language, as data. Each field contains alternatives in the syntax of regular
 * expressions; accents are ignored (both sides are folded), and so is case; a blank may contain emphasis.
 */
export interface Language {
  /** Nouns for an answer; with an adjective if the noun alone is too vague. */
  answer: string;
  /** Words that introduce an answer or reasoning. */
  heading?: string;
  /** Words before the noun, from the beginning of the sentence. */
  before?: string;
  /** Words between the noun and the verb. */
  after?: string;
  is?: string;
  /** The verb at the end of the sentence: `the answer B is`. */
  ends?: string;
  /** Nouns for a letter of a choice. */
  option?: string;
  or: string;
  and: string;
  /** Words before something denied. */
  not: string;
  /** Words after something affirmed. */
  right?: string;
  /** Words after something denied. */
  wrong?: string;
  /** Words before what is meant instead of something denied. */
  but?: string;
  /** Begins a reason. */
  because?: string;
  /** `I choose`. */
  choose?: string;
  /** Begins a condition. */
  condition?: string;
  /** Words that mark an assumption or an example. */
  supposed?: string;
  /** Words that answer a rhetorical question: `B? No, C.` */
  no?: string;
  /** Words before the only choice that remains: `that leaves B`. */
  leaves?: string;
  /** Words after it: `only B remains`. */
  left?: string;
  /** Begins a correction: `B. Wait, …` */
  wait: string;
  /** Words before a conclusion. */
  so: string;
  /** Words that introduce a question: `Question 2:`. */
  question: string;
  /** The words of whole numbers from 0, each one more than the previous unless a number states the next value. */
  numbers?: string;
  /** Words that multiply the number before them: `1e3 thousand|k; 1e6 millions?`. */
  scales?: string;
  /** Words before yes or no that say nothing themselves: `Unfortunately, no.` */
  lead?: string;
  /** The months from January on, each with its short forms: `january|jan february|feb`. */
  months?: string;
  /** Words after a time of day: `9 o'clock`. */
  clock?: string;
  /** Yes if the response is nothing else; may also come before yes or no: `Certainly.` */
  sure?: string;
  /** No after one of the two: `Unfortunately not.` */
  notSo?: string;
  /** No, and yes, if a sentence is nothing else: `That is not possible.` */
  impossible?: string;
  possible?: string;
  /** Words for a tax that is part of a price or added to it: `including 19 % VAT`. */
  included?: string;
  /** Words for a share that is added to a price. */
  tax?: string;
  /** Begins an offer to the reader at the end of a reply: `Let me know if you want the 3 steps explained.` */
  offer?: string;
  /** Nouns for a list: `the order is red, green`. */
  order?: string;
  /**
   * Whether the language has Latin letters but no decimal comma: 3,5 is not a number, and 1.234 is little more than
   * one.
   */
  decimalPoint?: true;
}
