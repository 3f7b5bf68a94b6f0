// Answers for itself: it sets the worker's message handler.
import 'elkjs/lib/elk-worker.min.js';
