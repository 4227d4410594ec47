        /* To where the outputs are aligned; where they never are together, they are stored as usual. */
        const int head = (int)(-(u64)($first + i) / sizeof *$first % N);
        k.stream = stop - i >= head + N && $aligned;
        if (k.stream && head) kept0(&k, i, head), i += head;
