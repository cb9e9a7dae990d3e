# What the compilers give that C itself does not: a clock, and a hint of what will be read soon.

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static long long monotonic_ns(void) {
        LARGE_INTEGER ticks, per_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&per_second);
        return (long long)((double)ticks.QuadPart * 1e9 / (double)per_second.QuadPart);
    }
    #else
    #include <time.h>
    static long long monotonic_ns(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000LL + now.tv_nsec;
    }
    #endif
    #if defined(__GNUC__)
    #define read_soon(place) __builtin_prefetch(place)
    #else
    #define read_soon(place) ((void)(place))
    #endif
    """
    long long monotonic_ns() noexcept nogil
    void read_soon(const void* place) noexcept nogil
