-- The bitmaps of a word lay each on a page of its own, in the order in which they were written last: a search of frequent
-- words at 100,000 products took half as long again. Imports gather them in the end from now on.
cluster search_posting using search_posting_pkey;
