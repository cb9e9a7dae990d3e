# What the processor can do, as the compiler's library reports.

cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__clang__) ? __clang_major__ >= 18 : __GNUC__ >= 12)
    static int is_x86_64_v3(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("x86-64-v3") != 0;
    }
    #else
    #define is_x86_64_v3() 0
    #endif
    """
    bint is_x86_64_v3() noexcept
